// Process that holds SQLite's write lock until its stdin ends.
const Database = require('better-sqlite3');

const database = new Database(process.argv[2]);
database.exec('BEGIN IMMEDIATE');
process.stdout.write('held\n');
process.stdin.on('end', () => database.close()).resume();
