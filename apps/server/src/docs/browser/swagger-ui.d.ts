// Types for the part of Swagger UI that our scripts use. Swagger UI publishes no types.
import type { ContractDocument } from '@animal-store/contract';

/** The contract as the page receives it. */
export type PublishedContract = ContractDocument & {
  'x-published-servers'?: readonly Server[];
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
}

type Wrapper<Props> = (Original: Component<Props>) => (props: Props) => Child;
type ParameterReader = (pathMethod: unknown, parameter: unknown) => Node | undefined;

export interface System {
  React: React;
  getSystem(): { specSelectors: { specJson(): { toJS(): PublishedContract } } };
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

export interface Plugin {
  wrapComponents: {
    InfoContainer: Wrapper<object>;
    InfoUrl: Wrapper<{ url?: string }>;
    OperationSummaryPath: Wrapper<OperationProps>;
    OperationSummary: Wrapper<OperationProps>;
    DeepLink: Wrapper<{ text: string }>;
    parameterRow: Wrapper<ParameterRowProps>;
    JsonSchemaForm: Wrapper<{ schema?: Node; description?: unknown }>;
    responseBody: Wrapper<ResponseBodyProps>;
  };
  statePlugins: {
    spec: {
      wrapSelectors: {
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
