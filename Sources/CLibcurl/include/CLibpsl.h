#ifndef CLIBPSL_H
#define CLIBPSL_H

/// The part of libpsl that the library uses, loaded while the program runs. Empty on Apple's systems.

#if defined(__linux__)

/// Tells whether a domain is a public suffix: 1 if it is, 0 if it isn't, -1 if libpsl isn't there.
///
/// The domain is in lower case and in ASCII, without a dot at its end. May be called from any thread.
int libpsl_is_public_suffix(const char *_Nonnull domain);

#endif
#endif
