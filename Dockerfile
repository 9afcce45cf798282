# syntax=docker/dockerfile:1

# Parlor in a container: docs/deploy.md. The browser app and the program around it are built in the first stage;
# the second has the program and the C library that it needs, and no shell.

FROM rust:1.95-bookworm AS build
WORKDIR /parlor
RUN rustup target add wasm32-unknown-unknown
COPY . .
# What else is needed to make the app small, `cargo xtask web` installs by itself.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/parlor/target \
    cargo xtask web \
    && cargo build --release --locked --package parlor \
    && mkdir -p /image/usr/local/bin /image/var/lib/parlor /image/var/cache/parlor \
    && cp target/release/parlor /image/usr/local/bin/

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build --chown=nonroot:nonroot /image /
ENV PARLOR_ADDRESS=0.0.0.0:7474 \
    PARLOR_DATABASE=/var/lib/parlor/parlor.db \
    PARLOR_CACHE=/var/cache/parlor \
    PARLOR_LOG=info
EXPOSE 7474
VOLUME /var/lib/parlor
# It asks where the server was told to listen.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["parlor", "health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["parlor"]
CMD ["serve"]
