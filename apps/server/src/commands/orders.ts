// `orders`: import, list and show orders, whose ids the client assigns.
import type { Shop } from '@animal-store/engine';
import { importCommand, listCommand, showCommand } from '@animal-store/engine/cli';
import { Command } from 'commander';

export function ordersCommand(shop: Shop): Command {
  return new Command('orders')
    .description('import, list and show orders')
    .addCommand(importCommand(shop, 'orders'))
    .addCommand(listCommand(shop, 'orders', 'listOrders'))
    .addCommand(showCommand(shop, 'orders', 'order'));
}
