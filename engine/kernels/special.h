// Special functions that the C++ library lacks, or that differ between C libraries.
#pragma once

namespace tapedeck::special {

/// log |gamma(x)|, without the global sign of the C library's.
double lgamma(double x);
double digamma(double x);    ///< derivative of lgamma
double trigamma(double x);   ///< derivative of digamma

}  // namespace tapedeck::special
