// Rate limiting by the contract, without state: the decision on a request, and the headers that report it.

export { type Counts, NO_COUNTS } from './counts.js';
export { rateLimitHeaders } from './headers.js';
export * from './quota.js';
export { quotaError, requireQuota } from './refusal.js';
