// Operating system's user, for the audit log.
import { userInfo } from 'node:os';

/** The user of this process. After `sudo`, also who called it: `root (sudo: alice)`. */
export function operatingSystemUser(env: NodeJS.ProcessEnv = process.env): string {
  const { SUDO_USER } = env;
  return SUDO_USER ? `${userName()} (sudo: ${SUDO_USER})` : userName();
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`; // without an entry in /etc/passwd, as in many containers
  }
}
