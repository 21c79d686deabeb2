// Types for the part of Swagger UI that our scripts use. Swagger UI publishes no types.
import type { ContractDocument } from '@animal-store/contract';
import type { PageDocument } from '../page-document.js';

/** The contract as the page receives it. */
export type PublishedContract = ContractDocument & {
  'x-published-servers'?: readonly Server[];
  'x-reference'?: PageDocument['x-reference'];
  'x-review'?: PageDocument['x-review'];
};

export interface Server {
  url: string;
  description?: unknown;
}

/** A map of Immutable.js, with only the methods that we use. */
export interface Node {
  get(key: string): unknown;
  getIn(keys: readonly string[]): unknown;
  deleteIn(keys: readonly string[]): Node;
}

export interface Element {
  readonly isElement: unique symbol;
}
export type Child = Element | string | false | null | undefined | readonly Child[];
export type Component<Props> = string | symbol | ((props: Props) => Child);

export interface React {
  Fragment: symbol;
  createElement<Props>(type: Component<Props>, props: Props | null, ...children: Child[]): Element;
  useState<Value>(initial: Value): [value: Value, set: (value: Value) => void];
}

type Wrapper<Props> = (Original: Component<Props>) => (props: Props) => Child;
type ParameterReader = (pathMethod: unknown, parameter: unknown) => Node | undefined;

export interface System {
  React: React;
  getComponent(name: 'Markdown', isContainer: true): Component<{ source: string }>;
  getComponent(
    name: 'SyntaxHighlighter',
    isContainer: true,
  ): Component<{ language: string; className: string }>;
  getSystem(): {
    specSelectors: { specJson(): { toJS(): PublishedContract } };
    layoutActions: { show(key: readonly string[], isShown: boolean): void };
    fn: { requestSnippetGenerator_curl_bash(request: Node): string };
  };
}

/** The properties of our component for code. */
export interface CodeBoxProps {
  /** What the button copies, for screen readers. */
  label: string;
  language: string;
  text: string;
}

export interface OperationProps {
  operationProps: { get(key: 'path' | 'method'): string };
}

export interface ParameterRowProps {
  param?: Node;
  rawParam: Node;
  specSelectors: { parameterWithMetaByIdentity: ParameterReader };
}

export interface ResponseBodyProps {
  content: unknown;
  contentType?: string;
}

export interface ResponseProps {
  path: string;
  method: string;
  code: string;
  response: Node;
  className?: string;
}

export interface InputProps {
  id?: string;
  type?: string;
  autoComplete?: string;
}

export interface Plugin {
  wrapComponents: {
    BaseLayout: Wrapper<object>;
    parameters: Wrapper<{ pathMethod: readonly [path: string, method: string] }>;
    responses: Wrapper<{ path: string; method: string }>;
    response: Wrapper<ResponseProps>;
    headers: Wrapper<object>;
    curl: Wrapper<{ request: Node }>;
    Input: Wrapper<InputProps>;
    InfoContainer: Wrapper<object>;
    InfoUrl: Wrapper<{ url?: string }>;
    OperationSummaryPath: Wrapper<OperationProps>;
    OperationSummary: Wrapper<OperationProps>;
    DeepLink: Wrapper<{ text: string }>;
    parameterRow: Wrapper<ParameterRowProps>;
    JSONSchema202012KeywordDeprecated: Wrapper<{ schema: Readonly<Record<string, unknown>> }>;
    JsonSchemaForm: Wrapper<{ schema?: Node; description?: unknown }>;
    responseBody: Wrapper<ResponseBodyProps>;
  };
  statePlugins: {
    spec: {
      wrapSelectors: {
        selectInfoDescriptionField(): () => string;
        allowTryItOutFor(
          original: (...args: unknown[]) => boolean,
        ): (state: unknown, path: string, method: string, ...others: unknown[]) => boolean;
      };
    };
  };
}

declare global {
  var SwaggerUIBundle: {
    (options: Record<string, unknown>): void;
    presets: { apis: unknown };
  };
}
