// The user in the audit log.
import { userInfo } from 'node:os';
import { operatingSystemUser } from '../../../src/lib/operating-system-user.js';

const { username } = userInfo();

test('when nothing else is known, then it is the user of the process', () => {
  expect(operatingSystemUser({})).toBe(username);
  expect(operatingSystemUser({ SUDO_USER: '' })).toBe(username);
});

test('when the command was called with sudo, then it names the caller too', () => {
  expect(operatingSystemUser({ SUDO_USER: 'alice' })).toBe(`${username} (sudo: alice)`);
});
