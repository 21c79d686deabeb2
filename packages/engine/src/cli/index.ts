// What a shop's commands and its program import.
export { importCommand } from './import/import-command.js';
export { runCommandLine } from './program.js';
export { deleteCommand, listCommand, readId, showCommand, unknownItem } from './resources.js';
export { withStore } from './with-store.js';
