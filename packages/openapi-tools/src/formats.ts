// Formats of values, which the server validates, by the JSON type that has them.

const OF_STRINGS =
  'byte date date-time duration email hostname ipv4 ipv6 json-pointer password time uri uri-reference uuid';

/** The formats that a contract may use. All are validated but `password`, which is a hint to hide the value. */
export const SUPPORTED_FORMATS: Readonly<Record<string, 'string' | 'integer' | 'number'>> = {
  int32: 'integer',
  int64: 'integer',
  float: 'number',
  double: 'number',
  ...Object.fromEntries(OF_STRINGS.split(' ').map((format) => [format, 'string'])),
};
