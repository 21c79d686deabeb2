// Rows of an NDJSON file: an object on each line. Blank lines are skipped.
import { BrokenFileError } from './line-reader.js';
import { comment, isJson, type RowReader } from './row-format.js';

const STRING = '"(?:[^"\\\\]|\\\\.)*"';
const COMMENTS = new RegExp(
  `^{\\s*"#line":\\s*\\d+,\\s*"#field":\\s*${STRING},\\s*"#reason":\\s*${STRING}\\s*,?`,
);
/** More than the comments that an import writes. In a longer text, the regular expression could overflow its stack. */
const MAX_COMMENTS_LENGTH = 131_072;
/** The beginning of a rejected line that was not an object. */
const TEXT = /^{\s*"#text":/;
/** A first line of JSON that goes on in the next. Of an array, only the last element has a line without a comma. */
const CONTINUED = /^\[|[[{,:]$/;

export function createNdjsonRows(): RowReader {
  let isFirst = true;
  return {
    read(text, line) {
      const trimmed = text.trim();
      if (trimmed === '') return undefined;
      if (isFirst && CONTINUED.test(trimmed))
        throw new BrokenFileError(
          line,
          'is not a JSON object of its own: the file is JSON, not NDJSON',
        );
      isFirst = false;
      const json = withoutComments(trimmed);
      return {
        line,
        toBody: () => json,
        toReject(faults) {
          const [, field, reason] = comment(line, faults).map((value) => JSON.stringify(value));
          const comments = `"#line":${line},"#field":${field},"#reason":${reason}`;
          if (!json.startsWith('{') || !isJson(json))
            return `{${comments},"#text":${JSON.stringify(json)}}\n`;
          const rest = json.slice(1).trimStart();
          return `{${comments}${rest === '}' ? '' : ','}${rest}\n`;
        },
      };
    },
    end() {},
    rejectsHeader: () => '',
  };
}

function withoutComments(json: string): string {
  if (!json.includes('"#')) return json;
  const [comments] = COMMENTS.exec(json.slice(0, MAX_COMMENTS_LENGTH)) ?? [];
  const object = comments === undefined ? json : `{${json.slice(comments.length)}`;
  return textIn(object) ?? object;
}

/** @returns undefined if the object has other properties than `#text`. */
function textIn(object: string): string | undefined {
  if (!TEXT.test(object) || !isJson(object)) return undefined;
  const [text, ...others] = Object.values<unknown>(JSON.parse(object));
  return typeof text === 'string' && others.length === 0 ? text : undefined;
}
