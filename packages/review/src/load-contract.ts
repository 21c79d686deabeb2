// Reading of a contract that may be older than the current rules, as one document whose references all resolve.
import { type Bundle, bundleContract, formatProblem } from '@animal-store/spec';
import { relativeName } from './repository.js';
import { UserError } from './user-input.js';

/**
 * @param nameOf the name of a file, from its absolute path. @param heading of the problems.
 * @throws UserError that lists the problems if the file is not a valid OpenAPI document.
 */
export async function loadContract(
  file: string,
  nameOf = relativeName,
  heading?: string,
): Promise<Bundle> {
  const { bundle, problems } = await bundleContract(file, { isPublished: true, nameOf });
  if (bundle !== undefined) return bundle;
  throw new UserError([heading ?? [], problems.map(formatProblem)].flat().join('\n'));
}
