// The SDK's mock in place of the service: `npm run storefront -- --mock`.
import { createMockFetch } from '@animal-store/sdk/testing';
import { sampleAnimals, sampleOrders } from './samples.js';

globalThis.fetch = createMockFetch({
  pets: sampleAnimals(),
  orders: sampleOrders(),
  quota: { perMinute: 20, perDay: 1_000 },
});
