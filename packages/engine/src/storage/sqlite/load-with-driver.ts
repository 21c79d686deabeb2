// Lazy import of modules that use the SQLite driver. A store on PostgreSQL needs no driver.
import { driverFolder, ENSURE, findFault } from '../../../sqlite-driver/find-fault.js';

/**
 * Resolves with what `load` imports.
 * @throws an Error for the operator if the driver cannot be used. It says what to run.
 */
export async function loadWithDriver<T>(load: () => Promise<T>): Promise<T> {
  const fault = findFault();
  if (fault === undefined) return load();
  const advice =
    driverFolder() === undefined
      ? 'install a C++ compiler and Python, then install this program again'
      : `run: node "${ENSURE}"`;
  throw new Error(
    `cannot use better-sqlite3, the SQLite driver, with Node ${process.version}: ${fault}; ${advice}`,
  );
}
