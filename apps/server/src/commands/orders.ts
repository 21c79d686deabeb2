// `orders`: import, list and show orders, whose ids the client assigns.
import { Command } from 'commander';
import { importCommand } from '../cli/import/command.js';
import { listCommand, showCommand } from '../cli/resources.js';
import type { Shop } from '../define-shop.js';

export function ordersCommand(shop: Shop): Command {
  return new Command('orders')
    .description('import, list and show orders')
    .addCommand(importCommand(shop, 'orders'))
    .addCommand(listCommand(shop, 'orders', 'listOrders'))
    .addCommand(showCommand(shop, 'orders', 'order'));
}
