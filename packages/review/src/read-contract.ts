// Reading of a contract that may be older than the current rules, as one document whose references all resolve.
import {
  bundleContract,
  formatProblem,
  type JsonObject,
  type Position,
} from '@animal-store/openapi-tools';
import { relativeName } from './repository.js';
import { UserError } from './user-input.js';

export interface Contract {
  document: JsonObject;
  /** The place of the value at a JSON Pointer, or of the nearest value that contains it. */
  locate(pointer: string): Place;
}

export interface Place extends Position {
  /** The name of the file. */
  file: string;
}

/**
 * @param nameOf the name of a file, from its absolute path. @param heading of the problems.
 * @throws UserError that lists the problems if the file is not a valid OpenAPI document.
 */
export async function readContract(
  file: string,
  nameOf = relativeName,
  heading?: string,
): Promise<Contract> {
  const { bundle, problems } = await bundleContract(file, { isPublished: true, nameOf });
  if (bundle === undefined)
    throw new UserError([heading ?? [], problems.map(formatProblem)].flat().join('\n'));
  return {
    document: bundle.document,
    locate(pointer) {
      const { path, ...position } = bundle.locate(pointer);
      return { file: nameOf(path), ...position };
    },
  };
}
