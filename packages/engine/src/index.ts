// What a shop imports to define itself: its commands import ./cli/index.ts, too.

export { defineShop, type Shop } from './define-shop.js';
export type {
  Handler,
  HandlerRequest,
  HandlerResponse,
  Handlers,
  ShopTypes,
} from './handler.js';
export type { MetricsOf } from './metrics/own-metrics.js';
export { ConstraintError } from './model.js';
export { readPage } from './pagination.js';
export { integerBetween, oneOf, readText } from './settings/setting-readers.js';
export type { OwnSettings, SettingsOf } from './settings/settings.js';
export {
  addRejectsBytes,
  createKeyOrigins,
  createOperatorTables,
} from './storage/operator-tables.js';
export type { Migration } from './storage/schema.js';
export type { Definitions, ResourcesOf } from './storage/table-types.js';
