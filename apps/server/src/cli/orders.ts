// `orders`: import of orders, whose ids the client assigns.
import { Command } from 'commander';
import { importCommand } from './import/command.js';

export function ordersCommand(): Command {
  return new Command('orders').description('import orders').addCommand(importCommand('orders'));
}
