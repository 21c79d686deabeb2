// Sample animals and orders, for the mock and for the server that `npm run storefront` starts.
import type { NewPet, Order } from '@animal-store/sdk';

const NAMES =
  'Hambone Emily Juniper Biscuit Olive Pepper Waffles Clementine Otis Maple Ziggy Pickles Hazel Rufus Nutmeg Figaro Sable Tilly Bramble Mochi Percy Luna Cricket Dorothy Basil Tofu'.split(
    ' ',
  );
const STATUSES = ['available', 'available', 'pending', 'available', 'sold', undefined] as const;

export function sampleAnimals(): NewPet[] {
  return Array.from({ length: 60 }, (_, index) => {
    const name = NAMES[index % NAMES.length] ?? '';
    const status = STATUSES[index % STATUSES.length];
    const round = Math.floor(index / NAMES.length);
    return {
      name: round > 0 ? `${name} ${'I'.repeat(round + 1)}` : name,
      categoryId: 1 + ((index * 7) % 5),
      ...(status && { status }),
    };
  });
}

export function sampleOrders(): Order[] {
  return Array.from({ length: 12 }, (_, index) => ({
    id: index + 1,
    petId: 1 + index * 4,
    quantity: 1 + (index % 2),
    shipDate: new Date(Date.UTC(2026, 10, 2 + index * 2, 9, 30)).toISOString(),
    complete: index < 8,
  }));
}
