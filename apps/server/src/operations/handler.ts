// Types of this shop's handlers: those of the engine, with the stores of its tables.
import type { OperationId } from '@animal-store/contract';
import type * as engine from '@animal-store/engine';
import type { Resources } from '../tables.js';

export type Handler<Id extends OperationId> = engine.Handler<Id, Resources>;
export type Handlers = engine.Handlers<Resources>;
export type { HandlerResponse } from '@animal-store/engine';
