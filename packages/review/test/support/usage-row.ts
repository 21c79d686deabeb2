/** A row of a usage file. */
export const USAGE_ROW = {
  day: '2026-11-20',
  key: 'key_a',
  operation: 'listPets',
  statusClass: '2xx',
  requests: 12,
  name: 'Ann',
  plan: 'pro',
  from: '2026-08-26',
  to: '2026-11-23',
};
