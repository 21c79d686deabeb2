// Formats of requests by their names in the contract: each that the linter accepts.
import type { Format } from 'ajv';
import * as own from '../validation/formats.js';
import * as library from '../validation/library-formats.js';

export const FORMATS: Record<string, Format> = {
  byte: own.byteFormat,
  date: own.dateFormat,
  'date-time': own.dateTimeFormat,
  double: own.doubleFormat,
  duration: library.durationFormat,
  email: library.emailFormat,
  float: own.floatFormat,
  hostname: library.hostnameFormat,
  int32: own.int32Format,
  int64: own.int64Format,
  ipv4: library.ipv4Format,
  ipv6: library.ipv6Format,
  'json-pointer': library.jsonPointerFormat,
  password: true,
  time: own.timeFormat,
  uri: library.uriFormat,
  'uri-reference': library.uriReferenceFormat,
  uuid: own.uuidFormat,
};
