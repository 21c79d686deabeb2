// HTML as a tagged template: every value that is no HTML itself is escaped.

export class Html {
  constructor(readonly text: string) {}
}

export type Child = Html | string | number | false | undefined | readonly Child[];

export function html(strings: TemplateStringsArray, ...children: readonly Child[]): Html {
  return new Html(String.raw({ raw: strings }, ...children.map(toText)));
}

/** For text and for quoted attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** With a separator between the children. */
export function join(children: readonly Child[], separator: Child = ', '): Child[] {
  return children.flatMap((child, index) => (index === 0 ? [child] : [separator, child]));
}

function toText(child: Child): string {
  if (child instanceof Html) return child.text;
  if (child === undefined || child === false) return '';
  if (typeof child === 'object') return child.map(toText).join('');
  return escapeMarkup(String(child));
}
