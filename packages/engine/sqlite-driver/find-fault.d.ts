/** Path of the script that builds the driver. */
export const ENSURE: string;

/** Why the driver cannot be used, in a few words. Undefined if it can. */
export function findFault(): string | undefined;

/** The folder of the package better-sqlite3. Undefined if it is not installed. */
export function driverFolder(): string | undefined;
