// Keys in Redis, as existing deployments of the animal store have them.
import { keyOf as keyWithin } from '@animal-store/engine/internal/rate-limit/redis/count-script';
import { membersKeyOf } from '@animal-store/engine/internal/rate-limit/redis/membership';

export const NAMESPACE = 'animal-store';
export const MEMBERS_KEY = membersKeyOf(NAMESPACE);

export function keyOf(subject: string): string {
  return keyWithin(NAMESPACE, subject);
}
