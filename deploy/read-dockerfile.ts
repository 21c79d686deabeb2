// Parser of the Dockerfile: its stages, and the settings with which the image of a stage would be started.
import { type Copy, DockerfileParser, type From, type Instruction } from 'dockerfile-ast';

export interface Stage {
  /** The base image, such as `node:20.20.2-bookworm`. */
  base: string;
  name: string | undefined;
  /** Without the FROM. */
  instructions: Instruction[];
}

export interface ImageSettings {
  env: Record<string, string>;
  workdir: string;
  user: string | undefined;
  ports: number[];
  volumes: string[];
  healthcheck: string[];
  command: string[];
}

export function readStages(dockerfile: string): Stage[] {
  const stages: Stage[] = [];
  for (const instruction of DockerfileParser.parse(dockerfile).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      const from = instruction as From;
      const name = from.getBuildStage() ?? undefined;
      stages.push({ base: from.getImage() ?? '', name, instructions: [] });
    } else {
      stages.at(-1)?.instructions.push(instruction);
    }
  }
  return stages;
}

/** The settings of the image that the last stage builds. @throws an Error if there is no stage. */
export function readImage(dockerfile: string): ImageSettings {
  const last = readStages(dockerfile).at(-1);
  if (last === undefined) throw new Error('the Dockerfile has no stage');
  return settingsOf(last);
}

export function settingsOf({ instructions }: Stage): ImageSettings {
  const settings: ImageSettings = {
    env: {},
    workdir: '/',
    user: undefined,
    ports: [],
    volumes: [],
    healthcheck: [],
    command: [],
  };
  for (const instruction of instructions) {
    const words = wordsOf(instruction);
    const [first = ''] = words;
    switch (instruction.getKeyword()) {
      case 'ENV':
        Object.assign(settings.env, variablesOf(instruction));
        break;
      case 'WORKDIR':
        settings.workdir = first;
        break;
      case 'USER':
        settings.user = first;
        break;
      case 'EXPOSE':
        settings.ports.push(...words.map(Number));
        break;
      case 'VOLUME':
        settings.volumes.push(...words);
        break;
      case 'HEALTHCHECK':
        settings.healthcheck = execForm(instruction);
        break;
      case 'CMD':
        settings.command = execForm(instruction);
        break;
    }
  }
  return settings;
}

/** The value of a flag, such as the stage in `--from`. A COPY without `from` reads from the build context. */
export function flagOf(copy: Copy, name: string): string | undefined {
  return (
    copy
      .getFlags()
      .find((flag) => flag.getName() === name)
      ?.getValue() ?? undefined
  );
}

/** Parses `NAME=VALUE` pairs as this repository's Dockerfile writes them: without quotes, variables or spaces. */
export function variablesOf(instruction: Instruction): Record<string, string> {
  return Object.fromEntries(wordsOf(instruction).map((word) => word.split(/=(.*)/s).slice(0, 2)));
}

/** The arguments after the keyword and its flags. */
export function wordsOf(instruction: Instruction): string[] {
  return instruction
    .getArguments()
    .map((argument) => argument.getValue())
    .filter((word) => !word.startsWith('--'));
}

/** The exec form of a CMD, alone or in a HEALTHCHECK. @throws an Error if it is in shell form. */
function execForm(instruction: Instruction): string[] {
  const text = instruction.getArgumentsContent() ?? '';
  return JSON.parse(text.slice(text.indexOf('['))) as string[];
}
