// Required options, checked after unknown ones: Commander's own check comes first, and reports `--nam` as a missing `--name`.
import type { Command } from 'commander';

/** @param names Such as `--plan`. | @returns A `preAction` hook. */
export function requireOptions(...names: string[]): (command: Command) => void {
  return (command) => {
    const missing = command.options.find(
      (option) =>
        names.includes(option.long ?? '') &&
        command.getOptionValue(option.attributeName()) === undefined,
    );
    if (missing) command.error(`error: required option '${missing.flags}' not specified`);
  };
}
