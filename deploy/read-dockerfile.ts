// Parser of the Dockerfile, for the syntax that this repository uses: no variables, quotes or here-documents.

export interface Instruction {
  keyword: string;
  /** `--from=build` as `{ from: 'build' }`. */
  flags: Record<string, string>;
  /** Everything after the flags. */
  text: string;
}

export interface Stage {
  /** The base image, such as `node:20.20.2-bookworm`. */
  base: string;
  name: string;
  /** Without the FROM. */
  instructions: Instruction[];
}

/** The settings with which an image is started. */
export interface ImageSettings {
  env: Record<string, string>;
  workdir: string;
  user: string | undefined;
  ports: number[];
  volumes: string[];
  healthcheck: string[];
  command: string[];
}

/** A stage without a name is named by its position. @throws an Error if a line is not an instruction. */
export function readStages(dockerfile: string): Stage[] {
  const stages: Stage[] = [];
  const lines = dockerfile.replace(/^#.*\n/gm, '').replace(/\\\n\s*/g, '');
  for (const line of lines.split('\n').filter((text) => text !== '')) {
    const instruction = readInstruction(line);
    if (instruction.keyword === 'FROM') {
      const [base = '', , name = String(stages.length)] = instruction.text.split(' ');
      stages.push({ base, name, instructions: [] });
    } else {
      stages.at(-1)?.instructions.push(instruction);
    }
  }
  return stages;
}

/** The settings of the image that the last stage builds. @throws an Error if CMD or HEALTHCHECK is not in exec form. */
export function readImage(dockerfile: string): ImageSettings {
  const instructions = readStages(dockerfile).at(-1)?.instructions ?? [];
  const textsOf = (wanted: string) =>
    instructions.filter(({ keyword }) => keyword === wanted).map(({ text }) => text);
  const wordsOf = (wanted: string) => textsOf(wanted).flatMap((text) => text.split(' '));
  const execForm = (wanted: string): string[] =>
    JSON.parse(textsOf(wanted).at(-1)?.replace(/^CMD /, '') ?? '[]');
  return {
    env: readVariables(textsOf('ENV').join(' ')),
    workdir: textsOf('WORKDIR').at(-1) ?? '/',
    user: textsOf('USER').at(-1),
    ports: wordsOf('EXPOSE').map(Number),
    volumes: wordsOf('VOLUME'),
    healthcheck: execForm('HEALTHCHECK'),
    command: execForm('CMD'),
  };
}

/** Parses `NAME=VALUE` pairs. */
export function readVariables(text: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(text.matchAll(/(\w+)=(\S*)/g), ([, name, value]) => [name, value]),
  );
}

function readInstruction(line: string): Instruction {
  const [, keyword = '', flags = '', text] = /^([A-Z]+) +((?:--\S+ +)*)(.+)$/.exec(line) ?? [];
  if (text === undefined) throw new Error(`not an instruction of a Dockerfile: ${line}`);
  return { keyword, flags: readVariables(flags), text };
}
