// Texts of bodies: bytes that are no UTF-8, and texts that are no JSON.
import { decodeUtf8, ErrorDetails, parseBody } from '../../src/validation/index.js';

const BOUNDS = { maxDetails: 2, maxPathLength: 256, maxMessageLength: 256 };

function messagesOf(text: string | undefined): string[] {
  try {
    parseBody(text, new ErrorDetails(BOUNDS));
    return [];
  } catch (error) {
    return Object(error).details.map(({ message }: { message: string }) => message);
  }
}

test.each<[string, number[], string | undefined]>([
  ['text', [0x22, 0xc3, 0xa9, 0x22], '"é"'],
  ['a byte order mark, which JSON does not have', [0xef, 0xbb, 0xbf, 0x31], '\ufeff1'],
  ['half a character', [0xc3], undefined],
  ['a surrogate', [0xed, 0xa0, 0x80], undefined],
])('when the bytes are %s, then the text is as sent', (_, bytes, text) => {
  expect(decodeUtf8(new Uint8Array(bytes))).toBe(text);
});

test.each<[string | undefined, string[]]>([
  ['{"a":1}', []],
  [undefined, ['is not valid UTF-8']],
  ['{"a":', ['is not valid JSON']],
  ['\ufeff1', ['is not valid JSON']],
  ['{"a":1,"a":2,"b":1,"b":2,"c":1,"c":2}', ['is given more than once', 'is given more than once']],
])('when the text is %p, then it is refused for %p', (text, messages) => {
  expect(messagesOf(text)).toEqual(messages);
});
