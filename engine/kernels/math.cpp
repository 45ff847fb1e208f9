#include "engine/kernels/math.h"

namespace tapedeck::simd {

const MathConstants kMath = {
    .log2_e = 1.44269504088896341f, .rounding = 12582912.0f, .ln2_high = 0.693359375f, .ln2_low = -2.12194440e-4f,
    .exp = {1.9875691500e-4f, 1.3981999507e-3f, 8.3334519073e-3f, 4.1665795894e-2f, 1.6666665459e-1f, 5.0000001201e-1f},
    .tanh = {-5.70498872745e-3f, 2.06390887954e-2f, -5.37397155531e-2f, 1.33314422036e-1f, -3.33332819422e-1f},
    .one = 1, .two = 2, .tanh_near = 0.625f,
};

}  // namespace tapedeck::simd
