@_exported public import AbstractHTTP
