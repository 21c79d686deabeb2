// Formats of strings in requests as ajv-formats defines them.
import { fullFormats } from 'ajv-formats/dist/formats.js';

export const {
  duration: durationFormat,
  email: emailFormat,
  hostname: hostnameFormat,
  ipv4: ipv4Format,
  ipv6: ipv6Format,
  'json-pointer': jsonPointerFormat,
  uri: uriFormat,
  'uri-reference': uriReferenceFormat,
} = fullFormats;
