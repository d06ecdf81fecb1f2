# The service with the built site, on PostgreSQL: docs/deployment.md.

FROM node:24-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM node:24-trixie-slim AS site
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
ARG SITE_ORIGIN
ARG VITE_SITE_NAME
ARG VITE_PHONE
ARG VITE_EMAIL
ARG VITE_CHAT_NUMBER
ARG VITE_METRICS_URL
ARG VITE_CHECKOUT_SCRIPT=https://checkout.razorpay.com/v1/checkout.js
ARG VISUALISER=0
RUN npx vite build --mode start

FROM node:24-trixie-slim
# pg_dump and pg_restore, for the commands that back up and restore.
RUN apt-get update \
  && apt-get install -y --no-install-recommends postgresql-client \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json ./
COPY machines machines
COPY server server
COPY --from=packages /app/node_modules node_modules
COPY --from=site /app/.site .site
RUN install -d -o node -g node -m 700 /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
EXPOSE 3000
VOLUME /data
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the process that gets SIGTERM.
CMD ["node", "server/main.ts"]
