// Parser of package-lock.json: the packages that a workspace needs to run.

interface LockedPackage {
  /** The target of a link. */
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

type Lock = Record<string, LockedPackage>;

/** The folders of the workspace and of its direct and transitive dependencies. */
export function packagesNeededBy(workspace: string, lockfile: string): ReadonlySet<string> {
  const { packages } = JSON.parse(lockfile) as { packages: Lock };
  return addWithDependencies(new Set(), workspace, packages);
}

function addWithDependencies(found: Set<string>, path: string, lock: Lock): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  const { link, resolved, ...entry } = lock[path] ?? {};
  if (link && resolved !== undefined) return addWithDependencies(found, resolved, lock);
  const { dependencies, optionalDependencies, peerDependencies } = entry;
  for (const name of Object.keys({
    ...dependencies,
    ...optionalDependencies,
    ...peerDependencies,
  })) {
    const place = placesOf(name, path).find((candidate) => lock[candidate] !== undefined);
    if (place !== undefined) addWithDependencies(found, place, lock);
  }
  return found;
}

/** The folders in which Node.js looks for a package that is imported from `from`, the nearest first. */
function placesOf(name: string, from: string): string[] {
  const folders = from.split('/').map((_part, index, parts) => parts.slice(0, index + 1).join('/'));
  return ['', ...folders.map((folder) => `${folder}/`)]
    .reverse()
    .map((folder) => `${folder}node_modules/${name}`);
}
