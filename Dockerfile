# The service as an image. The first stage has the compiler that better-sqlite3 may ask for; the second one has none, and
# only copies. deploy/check-image.ts follows these lines, one by one, where there is no container engine.
FROM node:20.20.2-bookworm AS build
WORKDIR /app
ENV TURBO_TELEMETRY_DISABLED=1
# These alone say what is installed: an edit of a source leaves that layer as it is. packages/review and apps/bench are
# not here, so what only they want is not installed either.
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/sdk/package.json packages/sdk/
COPY apps/server/package.json apps/server/
RUN npm ci
COPY . .
RUN npm run build -- --filter=@animal-store/server
# What the server needs to run, and no more: the SDK, with what it needs, is there for the server's tests.
RUN rm -r packages/sdk && npm prune --omit=dev && mkdir data

FROM node:20.20.2-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATABASE_URL=file:/data/animal-store.db
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/packages/contract/package.json packages/contract/
COPY --from=build /app/packages/contract/dist packages/contract/dist
COPY --from=build /app/apps/server/package.json apps/server/
COPY --from=build /app/apps/server/dist apps/server/dist
COPY --from=build --chown=node:node /app/data /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without a shell between: the process gets SIGTERM itself, and handles it.
CMD ["node", "apps/server/dist/cli/main.js", "serve"]
