// Handlers of the operations in bodies.yaml. Their types are those of the fixture only where a test builds it, so here they
// are generic.

/** Answers with the body that it received. */
async function echo<Body>({ body }: { body: Body }) {
  return { status: 200 as const, body };
}

async function echoNote<Body>({ body }: { body: Body | undefined }) {
  return {
    status: 200 as const,
    body: { isSent: body !== undefined, ...(body !== undefined && { note: body }) },
  };
}

/** 202 for the name `later`. */
async function createAccount({ body }: { body: { name: string; address?: { city: string } } }) {
  const { name, address } = body;
  if (name === 'later') return { status: 202 as const, body: { state: 'queued' as const } };
  return {
    status: 201 as const,
    body: {
      id: 9007199254740993n,
      name,
      createdAt: '2026-11-20T10:00:00Z',
      ...(address && { address: { city: address.city, zone: 'north' } }),
    },
    headers: { Location: '/v1/growth/accounts/9007199254740993', 'X-Account-Version': 1 },
  };
}

async function deleteAccount() {
  return { status: 204 as const };
}

export const bodyHandlers = {
  echoNullable: echo,
  echoNothing: echo,
  echoId: echo,
  echoRatio: echo,
  echoText: echo,
  echoFlag: echo,
  echoIds: echo,
  echoMatrix: echo,
  echoMap: echo,
  echoNumbers: echo,
  echoFormats: echo,
  echoAnimal: echo,
  echoCat: echo,
  echoShelter: echo,
  echoEvent: echo,
  echoContact: echo,
  echoPlace: echo,
  echoStep: echo,
  echoComposed: echo,
  echoSettings: echo,
  echoKeywords: echo,
  updateAccount: echo,
  echoNote,
  createAccount,
  deleteAccount,
};
