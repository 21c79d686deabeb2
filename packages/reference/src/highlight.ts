// Syntax colours: strings, numbers and keywords of code, in HTML. The page's script uses it for replies, too.
import { escapeMarkup, Html } from './html.js';

const TOKEN =
  /(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')(?<colon>\s*:)?|(?<word>\b(?:true|false|null|undefined|await|const|for|from|if|import|new|of|throw|curl)\b)|(?<number>(?<![\w-])-?\d+(?:\.\d+)?n?\b)/g;

export function highlight(code: string): Html {
  let end = 0;
  let text = '';
  for (const match of code.matchAll(TOKEN)) {
    const { string, colon = '', word, number } = match.groups ?? {};
    const kind = string ? (colon ? 'k' : 's') : word ? 'w' : 'n';
    const token = string ?? word ?? number ?? '';
    text += `${escapeMarkup(code.slice(end, match.index))}<i class="${kind}">${escapeMarkup(token)}</i>${colon}`;
    end = match.index + match[0].length;
  }
  return new Html(text + escapeMarkup(code.slice(end)));
}
