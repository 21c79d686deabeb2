// Formats by their names in the contract: all that the linter accepts.
import type { Format } from 'ajv';
import * as formats from './formats.js';
import * as library from './library-formats.js';

export const FORMATS: Readonly<Record<string, Format>> = {
  byte: formats.byteFormat,
  date: formats.dateFormat,
  'date-time': formats.dateTimeFormat,
  double: formats.doubleFormat,
  duration: library.durationFormat,
  email: library.emailFormat,
  float: formats.floatFormat,
  hostname: library.hostnameFormat,
  int32: formats.int32Format,
  int64: formats.int64Format,
  ipv4: library.ipv4Format,
  ipv6: library.ipv6Format,
  'json-pointer': library.jsonPointerFormat,
  password: true,
  time: formats.timeFormat,
  uri: library.uriFormat,
  'uri-reference': library.uriReferenceFormat,
  uuid: formats.uuidFormat,
};
