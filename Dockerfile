# The server with the browser client and PostgreSQL. Build: docker build -t freehold .
FROM python:3.12-slim AS build
WORKDIR /source
COPY locks locks
RUN pip install --no-cache-dir --require-hashes --requirement locks/play.txt \
    && pip wheel --no-cache-dir --require-hashes --requirement locks/server.txt --wheel-dir /wheels
COPY . .
RUN python tools/client.py \
    && pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels .

FROM python:3.12-slim
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels "freehold[postgres,sim]" \
    && useradd --system --uid 10001 --user-group --create-home freehold
USER freehold
WORKDIR /home/freehold
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=10s CMD ["python", "-c", "import json, urllib.request as r; assert 'storage-trouble' not in json.load(r.urlopen('http://127.0.0.1:8000/health'))['why']"]
ENTRYPOINT ["freehold", "serve", "--host", "0.0.0.0"]
