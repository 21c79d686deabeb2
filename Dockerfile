# Image of the service. The first stage has the compiler that better-sqlite3 may need. The second one has no compiler,
# and only copies files.
FROM node:26.10.0-bookworm AS build
WORKDIR /app
# Only these files determine what is installed, so an edit of a source keeps that layer cached. packages/review is not
# copied, so its dependencies are not installed.
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/core/package.json packages/core/
COPY packages/engine/package.json packages/engine/
COPY packages/spec/package.json packages/spec/
COPY packages/reference/package.json packages/reference/
COPY packages/sdk/package.json packages/sdk/
COPY apps/server/package.json apps/server/
COPY packages/engine/sqlite-driver packages/engine/sqlite-driver
RUN npm ci && node packages/engine/sqlite-driver/ensure.js
COPY . .
RUN npm run build -- --filter=@animal-store/server
# Keeps only what the server needs to run. The build has copied what it needs of the packages into its dist.
RUN rm -r packages && npm prune --omit=dev && mkdir bin data && ln -s ../../../app/apps/server/dist/main.js bin/animal-store

FROM node:26.10.0-bookworm-slim
ENV NODE_ENV=production HOST=:: PORT=3000 DATABASE_URL=file:/data/animal-store.db
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/apps/server/package.json apps/server/
COPY --from=build /app/apps/server/dist apps/server/dist
COPY --from=build /app/bin /usr/local/bin
COPY --from=build --chown=node:node /app/data /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Exec form, without a shell: the process receives SIGTERM itself and handles it.
CMD ["animal-store", "serve"]
