// Formats of requests by their names in the contract: each that the linter accepts.

import * as formats from '@animal-store/core/validation';
import type { Format } from 'ajv';

export const FORMATS: Record<string, Format> = {
  byte: formats.byteFormat,
  date: formats.dateFormat,
  'date-time': formats.dateTimeFormat,
  double: formats.doubleFormat,
  duration: formats.durationFormat,
  email: formats.emailFormat,
  float: formats.floatFormat,
  hostname: formats.hostnameFormat,
  int32: formats.int32Format,
  int64: formats.int64Format,
  ipv4: formats.ipv4Format,
  ipv6: formats.ipv6Format,
  'json-pointer': formats.jsonPointerFormat,
  password: true,
  time: formats.timeFormat,
  uri: formats.uriFormat,
  'uri-reference': formats.uriReferenceFormat,
  uuid: formats.uuidFormat,
};
