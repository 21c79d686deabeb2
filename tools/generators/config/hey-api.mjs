// Configuration of @hey-api/openapi-ts: a fetch client and validators.

export default {
  input: './generated/openapi.yaml',
  output: 'generated/hey-api',
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk', 'zod'],
};
