// NestJS on Fastify as documented: guards for authentication and throttling, a global ValidationPipe with class-validator,
// better-sqlite3.
import 'reflect-metadata';
import {
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  Query,
  Res,
  UnauthorizedException,
  ValidationPipe,
} from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ThrottlerGuard, ThrottlerModule, type ThrottlerStorage } from '@nestjs/throttler';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Length, Max, Min } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerKey, openAnimals, readSettings, STATUSES, type Status } from './shared/animals.js';
import { DAY_MS, MINUTE_MS, PER_DAY, PER_MINUTE } from './shared/limits.js';

const { file, port } = readSettings();
const animals = openAnimals(file);

class ListQuery {
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(100) limit = 20;
  @IsOptional() @IsIn(STATUSES) status?: Status;
  @IsOptional() @Type(() => Number) @IsInt() cursor?: number;
}

class NewAnimal {
  @IsString() @Length(1, 255) name!: string;
  @IsInt() categoryId!: number;
  @IsOptional() @IsIn(STATUSES) status?: Status;
}

@Injectable()
class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = bearerKey(request.headers.authorization);
    const keyId = key && animals.findKey(key);
    if (!keyId) throw new UnauthorizedException();
    request.keyId = keyId;
    return true;
  }
}

@Injectable()
class KeyThrottler extends ThrottlerGuard {
  protected override async getTracker(request: FastifyRequest): Promise<string> {
    return request.keyId;
  }
}

/**
 * Fixed-window counter. The throttler's default storage keeps the expiry of each request and filters all of them on the next
 * one, which would dominate the measurement.
 */
class CountingStorage implements ThrottlerStorage {
  readonly #windows = new Map<string, { count: number; endMs: number }>();

  async increment(key: string, ttlMs: number, limit: number) {
    const nowMs = Date.now();
    let window = this.#windows.get(key);
    if (window === undefined || window.endMs <= nowMs) {
      window = { count: 0, endMs: nowMs + ttlMs };
      this.#windows.set(key, window);
    }
    window.count += 1;
    const timeToExpire = Math.ceil((window.endMs - nowMs) / 1000);
    const isBlocked = window.count > limit;
    return { totalHits: window.count, timeToExpire, isBlocked, timeToBlockExpire: timeToExpire };
  }
}

@Controller('v1/pets')
class PetsController {
  @Get()
  list(@Query() query: ListQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    const page = animals.list(query);
    if (page.link) reply.header('link', page.link);
    return page.items;
  }

  @Get(':petId')
  get(@Param('petId', ParseIntPipe) petId: number) {
    const animal = animals.get(petId);
    if (animal === undefined) throw new NotFoundException();
    return animal;
  }

  @Post()
  create(@Body() animal: NewAnimal) {
    return animals.create(animal);
  }
}

@Module({
  imports: [
    ThrottlerModule.forRoot({
      storage: new CountingStorage(),
      throttlers: [
        { name: 'default', ttl: MINUTE_MS, limit: PER_MINUTE },
        { name: 'day', ttl: DAY_MS, limit: PER_DAY, setHeaders: false },
      ],
    }),
  ],
  controllers: [PetsController],
  providers: [
    { provide: APP_GUARD, useClass: KeyGuard },
    { provide: APP_GUARD, useClass: KeyThrottler },
  ],
})
class AppModule {}

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), {
  logger: ['error', 'warn'],
});
app.useGlobalPipes(
  new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }),
);
await app.listen(port, '127.0.0.1');
