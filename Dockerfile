# Image of the service. The first stage has the compiler that better-sqlite3 may need. The second one has no compiler,
# and only copies files. deploy/check-image.ts runs these steps one by one where there is no container engine.
FROM node:20.20.2-bookworm AS build
WORKDIR /app
ENV TURBO_TELEMETRY_DISABLED=1
# Only these files determine what is installed, so an edit of a source keeps that layer cached. packages/review is not
# copied, so its dependencies are not installed.
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/openapi-tools/package.json packages/openapi-tools/
COPY packages/sdk/package.json packages/sdk/
COPY apps/server/package.json apps/server/
COPY apps/server/sqlite-driver apps/server/sqlite-driver
RUN npm ci && node apps/server/sqlite-driver/ensure.js
COPY . .
RUN npm run build -- --filter=@animal-store/server
# Keeps only what the server needs to run. The SDK is for the server's tests, and openapi-tools is for the build.
RUN rm -r packages/openapi-tools packages/sdk && npm prune --omit=dev && mkdir data

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
# Exec form, without a shell: the process receives SIGTERM itself and handles it.
CMD ["node", "apps/server/dist/cli/main.js", "serve"]
