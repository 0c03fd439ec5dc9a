#include "CContentCoding.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

// MARK: - The libraries: their functions and structures, as their stable ABIs have them

struct zlib_stream {
  const uint8_t *next_in;
  unsigned int avail_in;
  unsigned long total_in;
  uint8_t *next_out;
  unsigned int avail_out;
  unsigned long total_out;
  const char *msg;
  void *state;
  void *(*zalloc)(void *, unsigned int, unsigned int);
  void (*zfree)(void *, void *);
  void *opaque;
  int data_type;
  unsigned long adler;
  unsigned long reserved;
};

enum { ZLIB_OK = 0, ZLIB_END = 1, ZLIB_NO_PROGRESS = -5, ZLIB_WINDOW = 15, ZLIB_WITH_GZIP = 16 };
enum { ZLIB_FINISH = 4, ZLIB_LEVEL = 6, ZLIB_METHOD = 8, ZLIB_MEMORY = 8, ZLIB_STRATEGY = 0 };
enum { BROTLI_BROKEN = 0, BROTLI_DONE = 1 };
// A window of 8 MB is the most that RFC 9659 §3 asks a decoder for.
enum { ZSTD_WINDOW_LOG_MAX = 100, ZSTD_WINDOW_LOG = 23 };

struct zstd_output {
  void *bytes;
  size_t size;
  size_t place;
};

struct zstd_input {
  const void *bytes;
  size_t size;
  size_t place;
};

static struct {
  int (*init)(struct zlib_stream *, int, const char *, int);
  int (*inflate)(struct zlib_stream *, int);
  int (*reset)(struct zlib_stream *);
  int (*end)(struct zlib_stream *);
  const char *(*version)(void);
  int (*deflate_init)(struct zlib_stream *, int, int, int, int, int, const char *, int);
  int (*deflate)(struct zlib_stream *, int);
  int (*deflate_end)(struct zlib_stream *);
} zlib;

static struct {
  void *(*make)(void *, void *, void *);
  int (*decode)(void *, size_t *, const uint8_t **, size_t *, uint8_t **, size_t *);
  void (*free)(void *);
} brotli;

static struct {
  void *(*make)(void);
  size_t (*set)(void *, int, int);
  size_t (*decode)(void *, struct zstd_output *, struct zstd_input *);
  unsigned int (*is_error)(size_t);
  size_t (*free)(void *);
} zstd;

static int available[CONTENT_ZSTD + 1];
static int compresses;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static int take(void *library, const char *name, void *place) {
  void *symbol = dlsym(library, name);
  *(void **)place = symbol;
  return symbol != NULL;
}

static void load(void) {
  void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
  available[CONTENT_GZIP] = library != NULL && take(library, "inflateInit2_", &zlib.init)
    && take(library, "inflate", &zlib.inflate) && take(library, "inflateReset", &zlib.reset)
    && take(library, "inflateEnd", &zlib.end) && take(library, "zlibVersion", &zlib.version);
  available[CONTENT_DEFLATE] = available[CONTENT_GZIP];
  compresses = available[CONTENT_GZIP] && take(library, "deflateInit2_", &zlib.deflate_init)
    && take(library, "deflate", &zlib.deflate) && take(library, "deflateEnd", &zlib.deflate_end);
  library = dlopen("libbrotlidec.so.1", RTLD_NOW | RTLD_LOCAL);
  available[CONTENT_BROTLI] = library != NULL && take(library, "BrotliDecoderCreateInstance", &brotli.make)
    && take(library, "BrotliDecoderDecompressStream", &brotli.decode)
    && take(library, "BrotliDecoderDestroyInstance", &brotli.free);
  library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
  available[CONTENT_ZSTD] = library != NULL && take(library, "ZSTD_createDStream", &zstd.make)
    && take(library, "ZSTD_DCtx_setParameter", &zstd.set) && take(library, "ZSTD_decompressStream", &zstd.decode)
    && take(library, "ZSTD_isError", &zstd.is_error) && take(library, "ZSTD_freeDStream", &zstd.free);
}

int content_is_available(enum content_coding coding) {
  pthread_once(&once, load);
  return available[coding];
}

// MARK: - The decoders

struct decoder {
  enum content_coding coding;
  /// Whether anything was consumed.
  int has_begun;
  /// Whether the last byte consumed ended the stream, or one of its members.
  int is_complete;
  struct zlib_stream zlib;
  int has_zlib;
  /// The first two bytes of `deflate`, which tell whether a zlib header is there.
  uint8_t header[2];
  unsigned int header_count;
  void *state;
};

static int begin_zlib(struct decoder *decoder, int window) {
  int result = zlib.init(&decoder->zlib, window, zlib.version(), (int)sizeof decoder->zlib);
  decoder->has_zlib = result == ZLIB_OK;
  return decoder->has_zlib;
}

static int begin(struct decoder *decoder) {
  switch (decoder->coding) {
  case CONTENT_GZIP:
    return begin_zlib(decoder, ZLIB_WINDOW + ZLIB_WITH_GZIP);
  case CONTENT_DEFLATE:
    return 1;
  case CONTENT_BROTLI:
    decoder->state = brotli.make(NULL, NULL, NULL);
    return decoder->state != NULL;
  case CONTENT_ZSTD:
    decoder->state = zstd.make();
    if (decoder->state != NULL) zstd.set(decoder->state, ZSTD_WINDOW_LOG_MAX, ZSTD_WINDOW_LOG);
    return decoder->state != NULL;
  }
  return 0;
}

content_decoder content_decoder_make(enum content_coding coding) {
  if (!content_is_available(coding)) return NULL;
  struct decoder *decoder = calloc(1, sizeof *decoder);
  if (decoder == NULL) return NULL;
  decoder->coding = coding;
  if (begin(decoder)) return decoder;
  content_decoder_free(decoder);
  return NULL;
}

void content_decoder_free(content_decoder pointer) {
  struct decoder *decoder = pointer;
  if (decoder == NULL) return;
  if (decoder->has_zlib) zlib.end(&decoder->zlib);
  if (decoder->state != NULL && decoder->coding == CONTENT_BROTLI) brotli.free(decoder->state);
  if (decoder->state != NULL && decoder->coding == CONTENT_ZSTD) zstd.free(decoder->state);
  free(decoder);
}

int content_decoder_is_complete(content_decoder pointer) {
  struct decoder *decoder = pointer;
  return decoder->is_complete || !decoder->has_begun;
}

static unsigned int clamped(size_t count) { return count > UINT_MAX ? UINT_MAX : (unsigned int)count; }

/// Inflates once; what was consumed and written moves the ranges.
static int inflate_once(
  struct decoder *decoder, const uint8_t **input, size_t *input_count, uint8_t **output, size_t *output_count
) {
  struct zlib_stream *stream = &decoder->zlib;
  unsigned int in = clamped(*input_count), out = clamped(*output_count);
  stream->next_in = *input;
  stream->avail_in = in;
  stream->next_out = *output;
  stream->avail_out = out;
  int result = zlib.inflate(stream, 0);
  *input_count -= in - stream->avail_in;
  *input = stream->next_in;
  *output_count -= out - stream->avail_out;
  *output = stream->next_out;
  return result;
}

static enum content_result inflate_all(
  struct decoder *decoder, const uint8_t **input, size_t *input_count, uint8_t **output, size_t *output_count
) {
  while (1) {
    // A further member of gzip (RFC 1952 §2.2) begins where the last one ended; nothing may follow zlib's end.
    if (decoder->is_complete && *input_count > 0) {
      if (decoder->coding != CONTENT_GZIP || zlib.reset(&decoder->zlib) != ZLIB_OK) return CONTENT_BROKEN;
      decoder->is_complete = 0;
    }
    if (decoder->is_complete) return CONTENT_CONSUMED;
    int result = inflate_once(decoder, input, input_count, output, output_count);
    if (result == ZLIB_END) decoder->is_complete = 1;
    else if (result != ZLIB_OK && result != ZLIB_NO_PROGRESS) return CONTENT_BROKEN;
    else if (*output_count == 0) return CONTENT_FULL;
    else if (*input_count == 0) return CONTENT_CONSUMED;
    else if (result == ZLIB_NO_PROGRESS) return CONTENT_BROKEN;
  }
}

/// Whether two bytes are a header of zlib (RFC 1950 §2.2); some servers send `deflate` without one.
static int is_zlib_header(const uint8_t *bytes) {
  return (bytes[0] & 0x0F) == 8 && bytes[0] >> 4 <= 7 && (bytes[0] * 256 + bytes[1]) % 31 == 0;
}

/// Inflates the two bytes that were kept, which write no byte: those of a header, or the first of a raw block.
static enum content_result begin_deflate(struct decoder *decoder, uint8_t **output, size_t *output_count) {
  if (!begin_zlib(decoder, is_zlib_header(decoder->header) ? ZLIB_WINDOW : -ZLIB_WINDOW)) return CONTENT_BROKEN;
  const uint8_t *bytes = decoder->header;
  size_t count = sizeof decoder->header;
  enum content_result result = inflate_all(decoder, &bytes, &count, output, output_count);
  return result == CONTENT_FULL && count > 0 ? CONTENT_BROKEN : result;
}

static enum content_result decode_deflate(
  struct decoder *decoder, const uint8_t **input, size_t *input_count, uint8_t **output, size_t *output_count
) {
  while (decoder->header_count < 2) {
    if (*input_count == 0) return CONTENT_CONSUMED;
    decoder->header[decoder->header_count++] = *(*input)++;
    --*input_count;
    if (decoder->header_count < 2) continue;
    enum content_result result = begin_deflate(decoder, output, output_count);
    if (result != CONTENT_CONSUMED) return result;
  }
  return inflate_all(decoder, input, input_count, output, output_count);
}

static enum content_result decode_brotli(
  struct decoder *decoder, const uint8_t **input, size_t *input_count, uint8_t **output, size_t *output_count
) {
  if (decoder->is_complete) return *input_count == 0 ? CONTENT_CONSUMED : CONTENT_BROKEN;
  int result = brotli.decode(decoder->state, input_count, input, output_count, output, NULL);
  if (result == BROTLI_BROKEN) return CONTENT_BROKEN;
  if (result == BROTLI_DONE) {
    decoder->is_complete = 1;
    return *input_count == 0 ? CONTENT_CONSUMED : CONTENT_BROKEN;
  }
  return *output_count == 0 ? CONTENT_FULL : CONTENT_CONSUMED;
}

static enum content_result decode_zstd(
  struct decoder *decoder, const uint8_t **input, size_t *input_count, uint8_t **output, size_t *output_count
) {
  struct zstd_input in = {*input, *input_count, 0};
  struct zstd_output out = {*output, *output_count, 0};
  enum content_result outcome = CONTENT_CONSUMED;
  // A further frame (RFC 8878 §3.1) begins where the last one ended.
  while (outcome == CONTENT_CONSUMED && (in.place < in.size || !decoder->is_complete)) {
    int is_flushing = in.place == in.size;
    size_t result = zstd.decode(decoder->state, &out, &in);
    decoder->is_complete = result == 0;
    if (zstd.is_error(result)) outcome = CONTENT_BROKEN;
    else if (out.place == out.size && (in.place < in.size || result != 0)) outcome = CONTENT_FULL;
    else if (is_flushing) break;
  }
  *input += in.place;
  *input_count -= in.place;
  *output += out.place;
  *output_count -= out.place;
  return outcome;
}

enum content_result content_decode(
  content_decoder pointer, const uint8_t **input, size_t *input_count, uint8_t **output, size_t *output_count
) {
  struct decoder *decoder = pointer;
  if (*input_count > 0) decoder->has_begun = 1;
  if (!decoder->has_begun) return CONTENT_CONSUMED;
  switch (decoder->coding) {
  case CONTENT_GZIP:
    return inflate_all(decoder, input, input_count, output, output_count);
  case CONTENT_DEFLATE:
    return decode_deflate(decoder, input, input_count, output, output_count);
  case CONTENT_BROTLI:
    return decode_brotli(decoder, input, input_count, output, output_count);
  case CONTENT_ZSTD:
    return decode_zstd(decoder, input, input_count, output, output_count);
  }
  return CONTENT_BROKEN;
}

// MARK: - The encoder

size_t content_deflate(const uint8_t *input, size_t input_count, uint8_t *output, size_t output_count) {
  pthread_once(&once, load);
  if (!compresses || input_count > UINT_MAX || output_count > UINT_MAX) return 0;
  struct zlib_stream stream = {0};
  int result = zlib.deflate_init(
    &stream, ZLIB_LEVEL, ZLIB_METHOD, -ZLIB_WINDOW, ZLIB_MEMORY, ZLIB_STRATEGY, zlib.version(), (int)sizeof stream
  );
  if (result != ZLIB_OK) return 0;
  stream.next_in = input;
  stream.avail_in = (unsigned int)input_count;
  stream.next_out = output;
  stream.avail_out = (unsigned int)output_count;
  result = zlib.deflate(&stream, ZLIB_FINISH);
  zlib.deflate_end(&stream);
  return result == ZLIB_END ? output_count - stream.avail_out : 0;
}

#endif
