// Configuration of orval: a fetch client, and validators. Each export is one project.

const input = { target: '../generated/openapi.yaml' };

export const fetchClient = {
  input,
  output: {
    target: '../generated/orval/client.ts',
    client: 'fetch',
    override: { mutator: { path: '../src/orval-fetch.ts', name: 'fetchFromServer' } },
  },
};

export const zodValidators = {
  input,
  output: { target: '../generated/orval/zod.ts', client: 'zod' },
};
