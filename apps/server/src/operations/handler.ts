// Types of this shop's handlers.
import type { OperationId } from '@animal-store/contract';
import type * as engine from '@animal-store/engine';
import type { AnimalStore } from '../tables.js';

export type Handler<Id extends OperationId> = engine.Handler<AnimalStore, Id>;
export type HandlerRequest<Id extends OperationId> = engine.HandlerRequest<AnimalStore, Id>;
export type HandlerResponse<Id extends OperationId> = engine.HandlerResponse<AnimalStore, Id>;
export type Handlers = engine.Handlers<AnimalStore>;
