// Validation of a request as the server validates it: its parameters and its body, with the same error details. Only the
// mock of @animal-store/sdk/testing uses it.
import { type OperationId, operationSpecs } from '@animal-store/contract';
import { ERROR_BOUNDS } from '@animal-store/contract/error-bounds';
import { REQUEST_VALIDATORS } from '@animal-store/contract/request-validators';
import {
  createRequestValidator,
  type ReceivedRequest,
  type ValidatedRequest,
} from '@animal-store/core/validation';

export function validateRequest(id: OperationId, request: ReceivedRequest): ValidatedRequest {
  const spec = operationSpecs.find((one) => one.id === id);
  if (spec === undefined) throw new Error(`the contract has no operation ${id}`);
  return createRequestValidator(spec, REQUEST_VALIDATORS[id], ERROR_BOUNDS)(request);
}
